def test_a_saved_memory_is_listed(user):
    assert user.save("first").status == 201
    assert user.get("/v1/api/memories").json["total"] == 1
