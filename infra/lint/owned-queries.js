/**
 * Every query of a tenant's rows begins with `ownedBy(org, table, …)`. This rule reads each top-level function of a
 * module's `*.queries.ts` file: one that reads or changes rows must call `ownedBy` (or `sharedBy`, for what belongs to
 * both parties of an agreement), or take a ready-made `where: SQL` (whose maker called it), or write in its docstring
 * "Across organisations: <why>".
 */
const touchesRows = /\b(?:db|tx)\b[\s\S]*(?:\.(?:from|update|delete|execute|\$count)\(|rowsOf\()|\browsOf<?/
const isScoped =
  /\bownedBy\(|\bsharedBy\(|\bwhere: SQL\b|\bpassing\(|org_uuid = \$\{|eq\(organisations\.uuid, org\.uuid\)/

export const ownedQueries = {
  meta: {
    type: 'problem',
    messages: {
      unowned:
        '{{name}} reads or changes rows without ownedBy(org, table, …): one organisation could see those of another. ' +
        'Begin its condition with ownedBy, or write "Across organisations: <why>" in its docstring.',
    },
  },
  create(context) {
    if (!context.filename.endsWith('.queries.ts') || context.filename.includes('/core/')) return {}
    const { sourceCode } = context
    return {
      Program(program) {
        for (const statement of program.body) {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declared?.type !== 'FunctionDeclaration') continue
          const text = sourceCode.getText(declared)
          const before = sourceCode.text.slice(Math.max(0, statement.range[0] - 1200), statement.range[0])
          const docstring = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(before)?.[0] ?? ''
          if (touchesRows.test(text) && !isScoped.test(text) && !/Across\s+(\*\s+)?organisations: /.test(docstring)) {
            context.report({ node: declared.id, messageId: 'unowned', data: { name: declared.id.name } })
          }
        }
      },
    }
  },
}
