import {
  actionPriorities,
  fmeaForms,
  type PriorityTable,
  priorityIn,
  type RatingProfile,
  type RatingVariable,
  ratingVariables,
  variableTitles,
} from './rating-profile.ts'

type Wrong = readonly [where: string, why: string]
type TableName = keyof RatingProfile['priorities']
const tableNames = ['usual', 'monitoring'] as const satisfies readonly TableName[]

/**
 * Why a rating profile is not valid, by field: bands leave a rating out or have one twice, cells do not fit the bands,
 * or two ratings of a scale have the same title and description (rule FMEA-4). Empty: it is valid.
 */
export function whyNotProfile(profile: RatingProfile): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ...tableNames.flatMap((name) => tableWrong(`priorities.${name}`, name, profile.priorities[name])),
    ...fmeaForms.flatMap((form) => ratingVariables.flatMap((variable) => scaleWrong(profile, form, variable))),
  ])
}

const titleIn = (name: TableName, variable: RatingVariable) =>
  variableTitles[name === 'monitoring' ? 'monitoring' : 'design'][variable]

function tableWrong(where: string, name: TableName, table: PriorityTable): Wrong[] {
  const wrong = ratingVariables.flatMap((variable): Wrong[] => {
    const why = bandsWrong(table[variable])
    return why === undefined ? [] : [[`${where}.${variable}`, `${titleIn(name, variable)}: ${why}`]]
  })
  const { cells, severity, occurrence, detection } = table
  const fits =
    cells.length === severity.length &&
    cells.every((rows) => rows.length === occurrence.length && rows.every((row) => row.length === detection.length))
  return fits ? wrong : [...wrong, [`${where}.cells`, 'The table needs one priority for each combination of bands.']]
}

/** Bands run from 10 to 1, the highest first, without a gap and without an overlap. */
function bandsWrong(bands: PriorityTable['severity']): string | undefined {
  let next = 10
  for (const { from, to } of bands) {
    if (from > to) return `the band ${from}-${to} begins above its end.`
    if (to > next) return `more than one band has ${Math.min(to, 10)}, or the bands are not from the highest down.`
    if (to < next) return `no band has ${next}.`
    next = from - 1
  }
  return next > 0 ? `no band has ${next}.` : undefined
}

function scaleWrong({ scales }: RatingProfile, form: (typeof fmeaForms)[number], variable: RatingVariable): Wrong[] {
  const texts = scales[form][variable].map(({ title, description }) => `${title}\n${description}`)
  const twice = texts.findIndex((text, i) => texts.indexOf(text) !== i)
  if (twice < 0) return []
  const title = variableTitles[form][variable]
  return [
    [
      `scales.${form}.${variable}`,
      `${title}: ratings ${texts.indexOf(texts[twice]!) + 1} and ${twice + 1} have the same criterion.`,
    ],
  ]
}

export interface ProfileWarning {
  readonly where: string
  readonly message: string
}

/**
 * Where a valid profile gives a lower priority although one rating is worse (rule FMEA-5): for each table and variable
 * the first such pair of combinations, and how many there are. An organisation may want such a cell, but most are
 * typing errors.
 */
export function profileWarnings(profile: RatingProfile): ProfileWarning[] {
  return tableNames.flatMap((name) =>
    ratingVariables.flatMap((variable) => fallsOf(name, profile.priorities[name], variable)),
  )
}

function fallsOf(name: TableName, table: PriorityTable, variable: RatingVariable): ProfileWarning[] {
  const [first, ...more] = corners(table).filter((at) => falls(table, at, variable))
  if (!first) return []
  const words = ratingVariables.map((one) => `${titleIn(name, one).toLowerCase()} ${first[one]}`).join(', ')
  const next = first[variable] + 1
  const others = more.length === 0 ? '' : ` There are ${more.length} more such places.`
  return [
    {
      where: `priorities.${name}.${variable}`,
      message:
        `${titleIn(name, variable)}: the priority falls from ${priorityIn(table, first)} to ` +
        `${priorityIn(table, { ...first, [variable]: next })} from ${words}, to ` +
        `${titleIn(name, variable).toLowerCase()} ${next}.${others}`,
    },
  ]
}

type Corner = Readonly<Record<RatingVariable, number>>

/** The highest ratings of each combination of bands. */
function corners({ severity, occurrence, detection }: PriorityTable): Corner[] {
  return severity.flatMap((s) =>
    occurrence.flatMap((o) => detection.map((d) => ({ severity: s.to, occurrence: o.to, detection: d.to }))),
  )
}

const rank = (table: PriorityTable, at: Corner) => actionPriorities.indexOf(priorityIn(table, at)!)

/** Whether the priority is lower in the next higher band. */
function falls(table: PriorityTable, at: Corner, variable: RatingVariable): boolean {
  return at[variable] < 10 && rank(table, { ...at, [variable]: at[variable] + 1 }) < rank(table, at)
}
