import { apiAttacks } from './api-attacks.ts'
import type { Attack } from './attack.ts'
import { ingestAttacks } from './ingest-attacks.ts'
import { syslogAttacks } from './syslog-attacks.ts'

export const attacks: readonly Attack[] = [...ingestAttacks, ...syslogAttacks, ...apiAttacks]
