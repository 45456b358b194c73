"""The language server with a real client: pytest-lsp, over standard input and output."""

import asyncio
import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

GOOD = """/// A digit has one place left in a house.
rule my_single {
  name     "My Single"
  level    easy
  score    20
  for      digit d, house H, cell a in H
  when     every d in H is at a
  then     place d at a
  say      "{d} has one place left in {H}: {a}"
}
"""

UNSOUND = """rule loose_pair {
  for      cells a, b, digits x, y
  when     every candidate of a, b is x or y
  then     eliminate x, y from cells seeing a and b
}
"""


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[os.environ["QEDOKU"], "lsp", "--stdio"]))
async def client(lsp_client: LanguageClient):
    params = types.InitializeParams(capabilities=client_capabilities("visual_studio_code"))
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


def open_text(client: LanguageClient, path: pathlib.Path, text: str) -> str:
    uri = path.as_uri()
    item = types.TextDocumentItem(uri=uri, language_id="qedoku-rule", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return uri


async def diagnostics(client: LanguageClient, uri: str, wanted):
    for _ in range(600):
        found = client.diagnostics.get(uri)
        if found is not None and wanted(found):
            return found
        await asyncio.sleep(0.1)
    raise AssertionError(client.diagnostics.get(uri))


@pytest.mark.asyncio
async def test_mistakes_are_told_and_mended(client: LanguageClient, tmp_path):
    uri = open_text(client, tmp_path / "a.rule", GOOD.replace("place d", "place z"))
    found = await diagnostics(client, uri, lambda found: found)
    assert [d.code for d in found] == ["rule::unknown_variable"]
    document = types.VersionedTextDocumentIdentifier(uri=uri, version=2)
    change = types.TextDocumentContentChangeWholeDocument(text=GOOD)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(text_document=document, content_changes=[change])
    )
    await diagnostics(client, uri, lambda found: not found)


@pytest.mark.asyncio
async def test_an_unsound_rule_is_found_in_the_background(client: LanguageClient, tmp_path):
    uri = open_text(client, tmp_path / "b.rule", UNSOUND)
    found = await diagnostics(client, uri, lambda found: found)
    assert [d.code for d in found] == ["rule::unsound"]
    assert "as this is a solution" in found[0].message


@pytest.mark.asyncio
async def test_an_editor_gets_what_it_asks_for(client: LanguageClient, tmp_path):
    uri = open_text(client, tmp_path / "c.rule", GOOD)
    document = types.TextDocumentIdentifier(uri=uri)
    place = types.Position(line=6, character=17)
    hover = await client.text_document_hover_async(types.HoverParams(document, place))
    assert "a digit" in hover.contents.value
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    assert len(lenses) == 1
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert [s.name for s in symbols] == ["my_single"]
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    assert len(tokens.data) > 50
    definition = await client.text_document_definition_async(types.DefinitionParams(document, place))
    assert definition[0].range.start.line == 5
