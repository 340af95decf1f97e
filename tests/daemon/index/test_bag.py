from ricordo_daemon.index.bag import document


def bag_of(**fields):
    texts = {"name": "", "description": "", "tags": (), "content": "", **fields}
    return document(7, 9, 3, "user", **texts)


def test_a_name_counts_three_times_and_description_and_tags_twice():
    made = bag_of(name="proxy", description="proxy", tags=["proxy"], content="proxy proxy")
    assert made.bag == {"proxi": 3.0 + 2.0 + 2.0 + 2.0}


def test_the_length_is_the_sum_of_the_weights():
    made = bag_of(name="proxy_port", description="the port", tags=["net"], content="use it")
    assert made.length == sum(made.bag.values()) == 3 * 3 + 2 * 2 + 2 + 2


def test_it_knows_where_the_memory_lives():
    made = bag_of(content="x")
    assert (made.rid, made.seq, made.ns, made.type) == (7, 9, 3, "user")


def test_neighbouring_tags_do_not_run_into_each_other():
    assert bag_of(tags=["\u6771", "\u4eac"]).bag == {"\u6771": 2.0, "\u4eac": 2.0}


def test_a_memory_without_words_has_an_empty_bag():
    assert bag_of(content="***").bag == {}
    assert bag_of(content="***").length == 0
