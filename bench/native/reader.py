"""The engine of the common load tools at its leanest: aiohttp on uvloop, orjson for each event.

One JSON line in ({url, streams, skipMs}), one JSON line out. perf_counter_ns is CLOCK_MONOTONIC, the clock of the stamps.
"""
import asyncio
import resource
import sys
import time

import aiohttp
import orjson
import uvloop


def cpu_micros():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return round((used.ru_utime + used.ru_stime) * 1e6)


async def read_stream(session, url, lags):
    """Every event stamped, decoded and its output looked at, as a tool must to know what is a token."""
    clock = time.perf_counter_ns
    rest = b""
    count = 0
    async with session.get(url) as response:
        async for part in response.content.iter_any():
            at = clock()
            *events, rest = (rest + part).split(b"\n\n")
            for event in events:
                data = event[6:]
                if data == b"[DONE]":
                    continue
                said = orjson.loads(data)
                choices = said["choices"]
                if choices and choices[0]["delta"].get("content"):
                    lags.append((at, at - int(said["t"])))
                    count += 1
    return count


def quantile(values, share):
    return round(values[min(len(values) - 1, int(share * len(values)))] / 1e6, 3) if values else 0


async def measure(session, task):
    lags = []
    warm = [session.get(task["warmUrl"]) for _ in range(task["streams"])]
    for response in await asyncio.gather(*warm):
        await response.read()
    cpu, started = cpu_micros(), time.perf_counter_ns()
    counts = await asyncio.gather(
        *(read_stream(session, task["url"], lags) for _ in range(task["streams"]))
    )
    ended = time.perf_counter_ns()
    used = cpu_micros() - cpu
    since = started + task["skipMs"] * 1_000_000
    late = sorted(lag for at, lag in lags if at >= since)
    return {
        "events": sum(counts),
        "seconds": (ended - started) / 1e9,
        "cpuMicros": used,
        "lag": {
            "n": len(late),
            "p50": quantile(late, 0.5),
            "p99": quantile(late, 0.99),
            "max": quantile(late, 1),
        },
    }


async def main():
    loop = asyncio.get_running_loop()
    connector = aiohttp.TCPConnector(limit=0)
    timeout = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            answer = await measure(session, orjson.loads(line))
            print(orjson.dumps(answer).decode(), flush=True)


uvloop.run(main())
