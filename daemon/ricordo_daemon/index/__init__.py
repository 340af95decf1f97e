"""The derived full-text index: analysis into bags, BM25 over arrays, masks, freshness."""
