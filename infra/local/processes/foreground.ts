import { ended, endingOnSignals } from './ending.ts'
import { Refusal } from '../refusal.ts'

/** Runs one server from a file until Ctrl-C. If `start` returns undefined, there is nothing to run. */
export async function inForeground(
  help: string,
  start: (args: string[]) => Promise<{ stop: () => Promise<void> } | undefined>,
): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return console.log(help)
  try {
    const { signal } = endingOnSignals()
    const server = await start(args)
    if (server === undefined) process.exit(0)
    await ended(signal)
    await server.stop()
    process.exit(0)
  } catch (error) {
    if (!(error instanceof Refusal) && (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') !== true)
      throw error
    console.error((error as Error).message)
    process.exit(1)
  }
}
