-- Qedoku rule files in Neovim 0.11 and newer: the language server, comments and indentation.
vim.filetype.add({ extension = { rule = "qedoku-rule" } })

vim.lsp.config("qedoku", {
  cmd = { "qedoku", "lsp" },
  filetypes = { "qedoku-rule" },
  root_markers = { ".git" },
})
vim.lsp.enable("qedoku")

vim.api.nvim_create_autocmd("FileType", {
  pattern = "qedoku-rule",
  callback = function(event)
    vim.bo[event.buf].commentstring = "// %s"
    vim.bo[event.buf].shiftwidth = 2
    vim.bo[event.buf].expandtab = true
  end,
})

-- The verdict above each rule, and the order in which its variables are bound.
vim.api.nvim_create_autocmd("LspAttach", {
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == "qedoku" then
      vim.lsp.inlay_hint.enable(true, { bufnr = event.buf })
      vim.lsp.codelens.refresh({ bufnr = event.buf })
    end
  end,
})
