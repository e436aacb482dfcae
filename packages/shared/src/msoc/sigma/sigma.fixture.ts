import type { SigmaEvent, SigmaValue } from './event.ts'
import { linkRules, type LinkedRules } from './link.ts'
import type { SigmaDocument } from './model.ts'
import { parseSigma } from './parse.ts'

/** Returns the documents of a text that must have no faults. */
export function documentsOf(text: string): readonly SigmaDocument[] {
  const { documents, faults } = parseSigma(text)
  if (faults.length > 0) throw new Error(faults.map(({ line, message }) => `${line}: ${message}`).join('\n'))
  return documents
}

/** Returns the rules of a text that must have no faults, linked. */
export function linked(text: string): LinkedRules {
  const rules = linkRules(documentsOf(text))
  if (rules.faults.length > 0) throw new Error(rules.faults.map(({ message }) => message).join('\n'))
  return rules
}

/** A rule for vehicles' log lines with these lines of a detection. */
export function ruleWith(detection: string, more = ''): string {
  return `title: A rule
logsource:
    product: vehicle
    service: syslog
${more}detection:
${detection.replaceAll(/^/gm, '    ')}`
}

export const syslogSource = { product: 'vehicle', service: 'syslog' } as const
let lastId = 0

/** An event of the log with these fields. */
export function eventOf(
  fields: Readonly<Record<string, SigmaValue | readonly SigmaValue[]>>,
  ts = 0,
  source: SigmaEvent['source'] = syslogSource,
): SigmaEvent {
  lastId += 1
  return { id: `event ${lastId}`, ts, source, fields: new Map(Object.entries(fields)) }
}
