import type { getSyslogLosses } from '@carapace/shared/msoc/ingest/ingest.contract'
import type { z } from 'zod'
import { number } from '../../../core/format/format.ts'

type Losses = z.output<typeof getSyslogLosses.output>

/** What was lost and why, one sentence a reason; none where nothing was lost (rule SYSLOG-32). */
export function lossTexts({ unassigned, wrong_key: wrongKey }: Losses): string[] {
  return [
    unassigned.lines > 0 ? `${counted(unassigned)} had no key, and no organisation is known for the host.` : '',
    wrongKey.lines > 0 ? `${counted(wrongKey)} had a key that is unknown or revoked.` : '',
  ].filter(Boolean)
}

function counted({ lines, hosts }: Losses['unassigned']): string {
  return `${number(lines)} ${lines === 1 ? 'line' : 'lines'} of ${number(hosts)} ${hosts === 1 ? 'host' : 'hosts'}`
}
