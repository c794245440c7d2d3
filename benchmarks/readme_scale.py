"""The rows of runs over shards in the table of the README."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Row = list[str | int | float | None]


def scale_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield whether runs over shards give the same bits, what becomes of killed ones, and the gain of processes."""
    same, found = results["same"], results["stopped"]
    figures = f"{len(set(same.values()))} different results of {len({name[:2] for name in same})} sources"
    yield ["runs over shards", "1 to 64 shards, processes, accelerate, batches", len(same), figures]
    again, kills = found["most_shards_done_again_after_a_kill"], found["kills"]
    figures = f"{found['wrong_results']} wrong results, at most {again} shards of two processes done again"
    where = f"kill -9 of {kills['worker']} workers and {kills['driver']} drivers at random moments"
    yield ["runs that are killed", where, sum(kills.values()), figures]
    if hub := results.get("hub"):
        cuts = ", ".join(f"{kind}: {number}" for kind, number in hub["cuts"].items())
        lost = hub["answers_lost_after_a_whole_file"]
        figures = (
            f"{hub['finished_runs']} runs of {hub['shards']} shards, {hub['files_sent']:,} files sent, "
            f"{hub['files_sent_twice']} twice, {hub['files_lost']} lost; {hub['wrong_results']} wrong results; "
            f"where the answer to a whole file is lost, the client sends {lost['files_sent_twice']} of "
            f"{lost['answers']} again"
        )
        yield ["runs from the Hub to the Hub that are cut", cuts, sum(hub["cuts"].values()), figures]
    for name, each in results["speed"].items():
        limit = f"; two programs that share nothing {each['limit_of_machine']:.2f}" if each["limit_of_machine"] else ""
        ratios = f"{each['ratio']:.2f}, without start-up {each['ratio_start_up_apart']:.2f}"
        yield [f"run ({name})", f"{each['megabytes']:.0f} MB of Parquet", 2, f"two processes over one {ratios}{limit}"]
