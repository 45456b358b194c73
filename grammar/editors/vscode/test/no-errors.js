// Colours every rule file of the library. Fails if a part has no colour or the colour of an error.
const fs = require("fs");
const path = require("path");
const { createRegistry } = require("vscode-tmgrammar-test/dist/common/index.js");
const { INITIAL } = require("vscode-textmate");

const root = path.join(__dirname, "../../../..");
const grammar = path.join(__dirname, "../syntaxes/qedoku-rule.tmLanguage.json");
const scope = "source.qedoku-rule";

function ruleFiles(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return ruleFiles(full);
    return entry.name.endsWith(".rule") ? [full] : [];
  });
}

/** Parts of a text without a colour, or with the colour of an error. */
function wrong(rules, text) {
  const found = [];
  let state = INITIAL;
  text.split("\n").forEach((line, number) => {
    const { tokens, ruleStack } = rules.tokenizeLine(line, state);
    state = ruleStack;
    for (const token of tokens) {
      const part = line.slice(token.startIndex, token.endIndex);
      const bare = token.scopes.length < 2 && part.trim() !== "";
      if (bare || token.scopes.some((s) => s.startsWith("invalid."))) {
        found.push(`${number + 1}: ${part} (${token.scopes.join(" ")})`);
      }
    }
  });
  return found;
}

async function main() {
  const registry = createRegistry([{ path: grammar, scopeName: scope, language: "qedoku-rule" }]);
  const rules = await registry.loadGrammar(scope);
  if (wrong(rules, "rule r { ? }").length !== 1) throw new Error("an error is not coloured as one");
  const files = ruleFiles(path.join(root, "rules"));
  let bad = 0;
  for (const file of files) {
    for (const line of wrong(rules, fs.readFileSync(file, "utf8"))) {
      bad += 1;
      console.log(`${path.relative(root, file)}:${line}`);
    }
  }
  console.log(`${files.length} rule files coloured, ${bad} parts without a colour`);
  process.exit(bad === 0 && files.length > 50 ? 0 : 1);
}

main();
