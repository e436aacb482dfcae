/** The columns of a worksheet that can be imported, with their titles. Those behind the actions are rated again. */
export const importColumns = {
  number: 'Number',
  upperElement: 'Next higher element',
  element: 'Focus element',
  lowerElement: 'Next lower element',
  upperFunction: 'Function of the next higher element',
  function: 'Function',
  lowerFunction: 'Function of the next lower element',
  requirement: 'Requirement',
  effect: 'Failure effect',
  severity: 'Severity',
  mode: 'Failure mode',
  cause: 'Failure cause',
  prevention: 'Prevention control',
  occurrence: 'Occurrence',
  detectionControl: 'Detection control',
  detection: 'Detection',
  priority: 'Action priority',
  rpn: 'Risk priority number',
  characteristic: 'Special characteristic',
  preventionAction: 'Prevention action',
  detectionAction: 'Detection action',
  action: 'Action',
  responsible: 'Responsible',
  due: 'Target date',
  status: 'Status',
  taken: 'Action taken',
  completed: 'Completion date',
  newSeverity: 'Severity after the actions',
  newOccurrence: 'Occurrence after the actions',
  newDetection: 'Detection after the actions',
  newPriority: 'Action priority after the actions',
  newRpn: 'Risk priority number after the actions',
  remarks: 'Remarks',
} as const
export type ImportColumn = keyof typeof importColumns

/** Ratings have the same headings before and after the actions. */
const again: Partial<Record<ImportColumn, ImportColumn>> = {
  severity: 'newSeverity',
  occurrence: 'newOccurrence',
  detection: 'newDetection',
  priority: 'newPriority',
  rpn: 'newRpn',
}

/** Headings in English and German, in lower case, without umlauts, signs and the words that `wordsOf` leaves out. */
const headings: Readonly<Record<ImportColumn, readonly string[]>> = {
  number: ['number', 'no', 'id', 'item no', 'line', 'nr', 'lfd nr', 'nummer'],
  upperElement: [
    'next higher level',
    'next higher element',
    'higher level element',
    'system',
    'naechsthoehere ebene',
    'uebergeordnetes element',
    'uebergeordnetes systemelement',
  ],
  element: [
    'focus element',
    'system element',
    'element',
    'item',
    'component',
    'part',
    'fokuselement',
    'systemelement',
    'bauteil',
    'komponente',
    'betrachtungseinheit',
  ],
  lowerElement: [
    'next lower level',
    'next lower element',
    'lower level element',
    'naechstniedrigere ebene',
    'untergeordnetes element',
    'untergeordnetes systemelement',
  ],
  upperFunction: [
    'next higher level function',
    'function next higher level',
    'function next higher element',
    'funktion naechsthoehere ebene',
    'funktion uebergeordnetes element',
  ],
  function: ['focus element function', 'function focus element', 'function', 'item function', 'funktion'],
  lowerFunction: [
    'next lower level function',
    'function next lower level',
    'function next lower element',
    'funktion naechstniedrigere ebene',
    'funktion untergeordnetes element',
  ],
  requirement: ['requirement', 'requirements', 'anforderung', 'anforderungen'],
  effect: [
    'failure effect',
    'failure effects',
    'potential effect failure',
    'potential effects failure',
    'effect failure',
    'effects',
    'effect',
    'fe',
    'fehlerfolge',
    'fehlerfolgen',
    'moegliche fehlerfolge',
    'moegliche fehlerfolgen',
    'auswirkung',
    'ff',
  ],
  severity: ['severity', 'sev', 's', 'bedeutung', 'b'],
  mode: [
    'failure mode',
    'failure modes',
    'potential failure mode',
    'fm',
    'fehlerart',
    'fehlerarten',
    'moegliche fehlerart',
    'moeglicher fehler',
    'fehler',
    'fa',
  ],
  cause: [
    'failure cause',
    'failure causes',
    'potential cause',
    'potential causes',
    'cause',
    'causes',
    'fc',
    'fehlerursache',
    'fehlerursachen',
    'moegliche fehlerursache',
    'moegliche fehlerursachen',
    'ursache',
    'fu',
  ],
  prevention: [
    'prevention control',
    'prevention controls',
    'preventive control',
    'controls prevention',
    'design controls prevention',
    'pc',
    'vermeidungsmassnahme',
    'vermeidungsmassnahmen',
    'vm',
  ],
  occurrence: ['occurrence', 'occ', 'o', 'auftreten', 'auftretenswahrscheinlichkeit', 'a'],
  detectionControl: [
    'detection control',
    'detection controls',
    'controls detection',
    'design controls detection',
    'dc',
    'entdeckungsmassnahme',
    'entdeckungsmassnahmen',
    'em',
  ],
  detection: ['detection', 'det', 'd', 'entdeckung', 'entdeckungswahrscheinlichkeit', 'e'],
  priority: ['action priority', 'ap', 'aufgabenprioritaet', 'massnahmenprioritaet'],
  rpn: ['risk priority number', 'rpn', 'risikoprioritaetszahl', 'rpz'],
  characteristic: [
    'special characteristic',
    'special characteristics',
    'filter code',
    'classification',
    'class',
    'besonderes merkmal',
    'besondere merkmale',
    'klassifikation',
    'filtercode',
  ],
  preventionAction: [
    'prevention action',
    'preventive action',
    'weitere vermeidungsmassnahme',
    'zusaetzliche vermeidungsmassnahme',
    'empfohlene vermeidungsmassnahme',
  ],
  detectionAction: [
    'detection action',
    'weitere entdeckungsmassnahme',
    'zusaetzliche entdeckungsmassnahme',
    'empfohlene entdeckungsmassnahme',
  ],
  action: [
    'recommended action',
    'recommended actions',
    'action',
    'measure',
    'empfohlene massnahme',
    'empfohlene massnahmen',
    'massnahme',
  ],
  responsible: [
    'responsible',
    'responsible person',
    'responsible persons name',
    'responsibility',
    'owner',
    'verantwortlich',
    'verantwortlicher',
    'name verantwortlichen',
  ],
  due: ['target completion date', 'target date', 'due date', 'due', 'deadline', 'termin', 'zieltermin', 'faellig'],
  status: ['status', 'state', 'bearbeitungsstand', 'massnahmenstatus'],
  taken: [
    'action taken',
    'actions taken',
    'action taken pointer evidence',
    'getroffene massnahme',
    'getroffene massnahmen',
    'umgesetzte massnahme',
  ],
  completed: ['completion date', 'actual completion date', 'completed', 'abschlussdatum', 'erledigt am'],
  newSeverity: ['new severity', 'severity after', 'bedeutung neu', 'neue bedeutung', 'b neu', 's new'],
  newOccurrence: ['new occurrence', 'occurrence after', 'auftreten neu', 'neues auftreten', 'a neu', 'o new'],
  newDetection: ['new detection', 'detection after', 'entdeckung neu', 'neue entdeckung', 'e neu', 'd new'],
  newPriority: ['new action priority', 'new ap', 'ap new', 'ap neu', 'neue ap'],
  newRpn: ['new rpn', 'rpn new', 'rpz neu', 'neue rpz'],
  remarks: ['remarks', 'remark', 'comment', 'comments', 'notes', 'note', 'bemerkung', 'bemerkungen', 'kommentar'],
}

/** Words that add nothing to a heading. */
const fillers = new Set(
  (
    'of the to and or an current planned design dfmea pfmea process ' +
    'der die das des fuer von zu und oder aktuelle aktueller'
  ).split(' '),
)

/**
 * The words of a heading: `2. Failure Mode (FM) of the Focus Element` is failure, mode, focus, element. What is in
 * brackets is left out, also the number by which tables make names unique.
 */
function wordsOf(heading: string): string[] {
  return heading
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replaceAll(/\([^)]*\)/g, ' ')
    .replaceAll(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word, i, all) => word !== '' && !fillers.has(word) && !(i === 0 && /^\d+$/.test(word) && all.length > 1))
}

interface Match {
  readonly column: ImportColumn
  /** The words of the heading that it has; all of them: more than any part. */
  readonly score: number
}

const known = Object.entries(headings).flatMap(([column, some]) =>
  some.map((heading) => ({ column: column as ImportColumn, words: heading.split(' ') })),
)

/** The column that a heading names: wholly, else the one with the most words at its beginning. */
function matchOf(heading: string): Match | undefined {
  const words = wordsOf(heading)
  let best: Match | undefined
  for (const { column, words: some } of known) {
    const isWhole = some.length === words.length
    // one letter names a column only by itself
    if (some.length > words.length || (!isWhole && some.join('').length < 3)) continue
    if (!some.every((word, i) => word === words[i])) continue
    const score = isWhole ? 100 : some.length
    if (score > (best?.score ?? 0)) best = { column, score }
  }
  return best
}

export interface HeadingMapping {
  /** For each heading, by its position, its column; null: none, or one that an earlier heading has already. */
  readonly columns: readonly (ImportColumn | null)[]
  /** Columns without which no worksheet is read. */
  readonly missing: readonly ImportColumn[]
}

const needed: readonly ImportColumn[] = ['mode', 'cause', 'effect']

/**
 * The probable columns of a worksheet by its headings, English or German. Each column is taken once: by the first
 * heading that names it wholly, else by the first that begins with its name. The second heading of a rating is that
 * after the actions (rules FMEA-21 and FMEA-22).
 */
export function mapHeadings(found: readonly string[]): HeadingMapping {
  const columns: (ImportColumn | null)[] = found.map(() => null)
  const matches = found.map(matchOf)
  const taken = new Set<ImportColumn>()
  const take = (at: number, column: ImportColumn | undefined) => {
    if (column === undefined || taken.has(column)) return
    taken.add(column)
    columns[at] = column
  }
  for (const isWhole of [true, false])
    for (const [at, match] of matches.entries())
      if (match && (match.score === 100) === isWhole && columns[at] === null)
        take(at, taken.has(match.column) ? again[match.column] : match.column)
  return { columns: inOrder(columns), missing: needed.filter((column) => !taken.has(column)) }
}

/** Of two ratings with the same name, the left one is that before the actions, however the headings are written. */
function inOrder(columns: readonly (ImportColumn | null)[]): (ImportColumn | null)[] {
  const ordered = [...columns]
  for (const [before, after] of Object.entries(again) as [ImportColumn, ImportColumn][]) {
    const [first, second] = [ordered.indexOf(before), ordered.indexOf(after)]
    if (second >= 0 && second < first) {
      ordered[first] = after
      ordered[second] = before
    }
  }
  return ordered
}

const headRows = 30

export interface FoundHeadings {
  /** The position of the row with the headings, from 0; what is imported begins behind it. */
  readonly row: number
  readonly headings: readonly string[]
}

/**
 * The row with the headings: of the first 30 rows the one that names the most columns, at least two of them by more
 * than a letter. Above it are the form's own fields: company, project, date. Undefined: no row has headings (rule
 * FMEA-23).
 */
export function findHeadings(rows: readonly (readonly string[])[]): FoundHeadings | undefined {
  let best: (FoundHeadings & { readonly count: number }) | undefined
  for (const [row, cells] of rows.slice(0, headRows).entries()) {
    const named = mapHeadings(cells).columns.flatMap((column, i) => (column === null ? [] : [cells[i]!.trim()]))
    const count = named.length
    if (named.filter((heading) => heading.length > 1).length >= 2 && count > (best?.count ?? 0))
      best = { row, headings: cells, count }
  }
  return best && { row: best.row, headings: best.headings }
}
