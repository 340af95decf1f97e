"""The public samples, imported twice. They are not part of the project: without them, skipped."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Cli

SAMPLES = Path(__file__).parents[3] / "shared" / "data" / "imports"

pytestmark = pytest.mark.skipif(
    not SAMPLES.is_dir(), reason="the public samples are not on this machine"
)

PYTHON_SDK = [
    "python_sdk_branching_model",
    "python_sdk_code_quality",
    "python_sdk_documentation",
    "python_sdk_exception_handling",
    "python_sdk_formatting_type_checking",
    "python_sdk_note_for_ai_agents",
    "python_sdk_package_management",
    "python_sdk_testing",
]
CLAUDE_MEM = [
    "claude_mem_build",
    "claude_mem_claude",
    "claude_mem_documentation",
    "claude_mem_file_locations",
    "claude_mem_important",
    "claude_mem_requirements",
]
NOTEBOOK = [
    "actorforth_actor_model",
    "actorforth_beam_compilation_milestone_8",
    "actorforth_bootstrap_100_self_hosted",
    "actorforth_branch_structure_as_of_2026_03_10",
    "actorforth_key_architecture_decisions",
    "actorforth_known_issues",
    "actorforth_lsp_language_server",
    "actorforth_otp_bridge_af_server",
    "actorforth_project_context",
    "actorforth_python_interop",
    "actorforth_recent_session_work_2026_03_10",
    "actorforth_ring_architecture_self_hosted_compilation_complete",
    "actorforth_roadmap",
    "actorforth_sig_in_convention_critical",
    "actorforth_structured_errors_af_error",
    "actorforth_test_infrastructure",
    "actorforth_type_system",
    "actorforth_user_preferences",
    "actorforth_value_constraints_in_signatures",
]
NOTES = [
    "feedback_hard_real_scenario_tests",
    "numpy_2_x_duplicate_pyd_crashes_frozen_bundle",
    "project_embedding_memory_guard",
]
GRAPH = [
    "d3_js",
    "issue_7",
    "issue_8_entity_types",
    "issue_9_relation_types",
    "mcp_memory_visualizer",
    "mcp_server_memory",
    "server_memory_editor",
]


@pytest.fixture
def bring(ricordo: Cli, tmp_path: Path):
    """Copy samples under names that agents use; import the folder twice; return both reports."""

    def twice(files: dict[str, str]) -> dict[str, Any]:
        for sample, name in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SAMPLES / sample, tmp_path / name)
        first = ricordo("import", str(tmp_path), "--json")
        again = ricordo("import", str(tmp_path), "--json")

        assert (first.code, again.code) == (0, 0)
        report = first.json
        counts = dict(report["counts"])
        assert again.json["counts"] == {"unchanged": counts.pop("create")} | counts
        return report

    return twice


def created(report: dict[str, Any]) -> list[str]:
    return sorted(one["name"] for one in report["files"] if one["outcome"] == "create")


def test_instructions_of_two_projects(bring) -> None:
    report = bring(
        {
            "agents_md/AGENTS.sample.md": "python-sdk/AGENTS.md",
            "agents_md/CLAUDE.sample.md": "python-sdk/CLAUDE.md",
            "agents_md/CLAUDE_claude-mem.md": "claude-mem/CLAUDE.md",
        }
    )

    assert created(report) == CLAUDE_MEM + PYTHON_SDK
    assert report["counts"] == {"create": 14, "skipped": 1}


def test_a_folder_of_notes(bring) -> None:
    files = (
        "project_numpy_pyinstaller.md",
        "feedback_hard_real_scenario_tests.md",
        "project_embedding_memory_guard.md",
    )

    report = bring({f"claude_code_memory/{one}": one for one in files})

    assert created(report) == NOTES
    assert report["counts"] == {"create": 3}


def test_a_notebook_of_nineteen_sections(bring) -> None:
    report = bring({"claude_code_memory/MEMORY.md": "ActorForth/memory/MEMORY.md"})

    assert created(report) == NOTEBOOK
    assert report["counts"] == {"create": 19}


def test_a_knowledge_graph_of_fourteen_records_of_seven_names(bring, ricordo: Cli) -> None:
    report = bring({"mcp_memory/server_memory_cyrillic.jsonl": "memory.jsonl"})

    assert created(report) == GRAPH
    assert report["counts"] == {"create": 7}
    warned = {one["name"]: one["warnings"] for one in report["files"] if one.get("warnings")}
    assert {name: words[0].rsplit(" times")[0][-1] for name, words in warned.items()} == {
        "d3_js": "4",
        "mcp_server_memory": "5",
    }
    stored = ricordo("list", "--scope", "user", "--json", "--full").json["memories"]
    assert sum(len(one["metadata"].get("relations", ())) for one in stored) == 13
    kinds = Counter(one["metadata"]["entity_type"] for one in stored)
    assert kinds == {
        "tracker": 3,
        "project": 1,
        "reference": 1,
        "dependency": 1,
        "technology": 1,
    }
    (issue,) = [one for one in stored if one["name"] == "issue_7"]
    assert issue["title"] == "зонтичный-issue-7"
    assert "зонтичный" in ricordo("search", "зонтичный", "--json", "--full").out
