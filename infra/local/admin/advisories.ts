import type { Command } from './command.ts'

/** The work is loaded only for these commands: others should not wait for the readers of advisories. */
function advisoryCommand(name: 'import' | 'list' | 'shipped' | 'key' | 'pack'): Command {
  return async (work) => (await import('./advisory-work.ts')).advisoryWork[name](work)
}

/** Published advisories, scores and exploited vulnerabilities. */
export const advisoryCommands: Record<string, Command> = {
  'advisories import': advisoryCommand('import'),
  'advisories list': advisoryCommand('list'),
  'advisories shipped': advisoryCommand('shipped'),
  'advisories key': advisoryCommand('key'),
  'advisories pack': advisoryCommand('pack'),
}
