// Starts the language server, and offers tasks that run the program on a folder of rules.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate(context) {
  const settings = vscode.workspace.getConfiguration("qedoku");
  const command = settings.get("path", "qedoku");
  client = new LanguageClient(
    "qedoku",
    "Qedoku rules",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "qedoku-rule" }],
      initializationOptions: { soundness: settings.get("soundness", true) },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.rule") },
    },
  );
  client.start();

  const task = (name) =>
    new vscode.Task(
      { type: "qedoku", command: name },
      vscode.TaskScope.Workspace,
      `rules ${name}`,
      "qedoku",
      new vscode.ShellExecution(command, ["rules", name, "."]),
    );
  context.subscriptions.push(
    vscode.tasks.registerTaskProvider("qedoku", {
      provideTasks: () => ["check", "test", "fmt", "watch"].map(task),
      resolveTask: (known) => task(known.definition.command),
    }),
  );
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
