"""The rows of runs over shards on the page of figures."""

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
    yield from engine_rows(results.get("engines", {}))
    yield from recipe_rows(results)


def engine_rows(found: Mapping[str, Any]) -> Iterator[Row]:
    """Yield whether every engine gives the same, what it costs, and what becomes of killed workers."""
    if not found:
        return
    number = sum(len(each) for engines in found["results"].values() for each in engines.values())
    different = [len({result for each in engines.values() for result in each}) for engines in found["results"].values()]
    figures = ", ".join(f"{name} {count}" for name, count in zip(found["results"], different, strict=True))
    yield ["local, Ray, Spark and datatrove", "1,000,000 Polish rows", number, f"different results: {figures}"]
    for engine, share in found["overhead"].items():
        killed = found["killed"][engine]
        figures = (
            f"{share:+.0%} of the time of two local processes, start-up of {found['start_up'][engine]:.0f} s apart; "
            f"{killed['kills']} workers killed, {killed['wrong_results']} wrong results"
        )
        yield [f"engine {engine}", "1,000,000 Polish rows, chain", len(found["seconds"][engine]), figures]


def recipe_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the speed and memory of the Polish recipe by size, and what whole collections would take on paper."""
    for rows, each in results.get("recipe", {}).items():
        figures = (
            f"{each['mb_s']:.1f} MB/s ({each['mb_s_of_text']:.1f} of text), {each['seconds']:.0f} s, "
            f"{each['memory_bytes'] / 1e6:,.0f} MB of memory"
        )
        yield ["corpus, one process", f"{rows} rows of JSON lines, {each['bytes'] / 1e6:,.0f} MB", None, figures]
    for name, each in results.get("on paper", {}).items():
        machines = each["machines_of_16_cores_for_a_day"]
        figures = f"{each['core_hours']:,.0f} core-hours, {machines:,.1f} machines of 16 cores for a day"
        yield [f"on paper: {name}", "from the rates measured here, processors only", None, figures]
