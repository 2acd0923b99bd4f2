"""Kimi CLI, asked by JSON lines on standard input. Each gets one JSON line on standard output.

`{"kimi": [...]}` runs the command line with these arguments, and answers with its exit code and output. `{"read": folder}` installs the
session in the folder, which holds `wire.jsonl` and `context.jsonl`, and says what each of Kimi CLI's readers makes of it. Both work in the
current folder; KIMI_SHARE_DIR names the folder of the sessions.
"""

import asyncio
import contextlib
import io
import json
import shutil
import sys
from pathlib import Path

from kaos.path import KaosPath
from kimi_cli.__main__ import run_original_cli
from kimi_cli.acp.session import ACPSession
from kimi_cli.cli import export as export_command
from kimi_cli.session import Session
from kimi_cli.soul.context import Context
from kimi_cli.ui.shell import replay
from kimi_cli.utils.logging import logger
from kimi_cli.wire.file import parse_wire_file_line
from kimi_cli.wire.types import TurnBegin, TurnEnd


class Recorder:
    """Stands for an ACP client."""

    def __init__(self):
        self.updates = []

    async def session_update(self, session_id, update, **_):
        self.updates.append(type(update).__name__)


def read_wire(path):
    """Lines that Kimi CLI's types refuse, and messages outside of turns."""
    refused, outside, in_turn = [], [], False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            record = parse_wire_file_line(line)
            if number == 1:
                assert type(record).__name__ == "WireFileMetadata", "the first line is not the metadata"
                continue
            message = record.to_wire_message()
        except Exception as error:
            refused.append(f"{path.name}:{number}: {error}: {line[:200]}")
            continue
        in_turn = in_turn or isinstance(message, TurnBegin)
        if not in_turn:
            outside.append(type(message).__name__)
        if isinstance(message, TurnEnd):
            in_turn = False
    return {"refused": refused, "outside": outside}


def unanswered(history):
    """Ids of calls without exactly one result behind their message, and of results without a call."""
    wrong, open_calls = [], []
    for message in history:
        if message.role == "tool":
            if message.tool_call_id in open_calls:
                open_calls.remove(message.tool_call_id)
            else:
                wrong.append(message.tool_call_id)
            continue
        wrong += open_calls
        open_calls = [call.id for call in message.tool_calls or []]
    return wrong + open_calls


async def read(folder, work_dir):
    session = await Session.create(work_dir, folder.name)
    shutil.copy(folder / "context.jsonl", session.context_file)
    shutil.copy(folder / "wire.jsonl", session.dir / "wire.jsonl")
    logged = io.StringIO()
    sink = logger.add(logged, level="WARNING", format="{message}")
    logger.enable("kimi_cli")
    found = await Session.find(work_dir, folder.name)
    context = Context(found.context_file)
    await context.restore()
    turns = await replay._build_replay_turns_from_wire(found.wire_file)
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        await replay.replay_recent_history(context.history, wire_file=found.wire_file)
    client = Recorder()
    await ACPSession(found.id, None, client).replay_history(found.wire_file)
    stamp = export_command._last_user_message_timestamp(found.dir)
    logger.remove(sink)
    return {
        **read_wire(folder / "wire.jsonl"),
        "unanswered": unanswered(context.history),
        "title": found.title,
        "asked": [turn.user_message.extract_text() for turn in turns],
        "roles": [message.role for message in context.history],
        "acp": client.updates,
        "last": stamp,
        "warnings": logged.getvalue().splitlines(),
        "shown": shown.getvalue(),
    }


def answer(request):
    if "read" in request:
        return asyncio.run(read(Path(request["read"]), KaosPath.unsafe_from_local_path(Path.cwd())))
    with contextlib.redirect_stdout(io.StringIO()) as said:
        code = run_original_cli(request["kimi"])
    return {"code": code, "said": said.getvalue().strip()}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
