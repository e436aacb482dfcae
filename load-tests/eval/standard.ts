import { writeFileSync } from 'node:fs'
import { choiceOption } from '../fleet/cli.ts'
import { calmCaptures, calmLife, type Calm } from './benign.ts'
import { benignAlertsOf, calibrationText } from './calibrate.ts'
import { campaign, type Row } from './campaign.ts'
import { scoredOf, together, writePrecisionRecall, writeRoc } from './curves.ts'
import { databasesOf, dataFolder, ownDatabases, type Database } from './databases.ts'
import type { Campaign } from './options.ts'
import { attackTable, attackVerdicts, calmTable, variantTable, verdictLines, type Verdict } from './report.ts'
import { kinds } from './scenarios.ts'
import { captureStages, generatedStage, isTunedOn, type Stage } from './stages.ts'

const hour = 3_600_000
const say = (text: string) => console.log(text)

/** The standard evaluation: benign traffic, then attacks. Sets the exit status to 1 if a target is missed. */
export function evaluate(options: Campaign): void {
  const folder = dataFolder()
  if (folder === undefined)
    say('The data folder was not found (CARAPACE_DATA, default ../shared/data): over databases of our own only.\n')
  const databases = [...ownDatabases(), ...(folder === undefined ? [] : databasesOf(folder))].filter((one) =>
    isWanted(options, !isTunedOn(one)),
  )
  const calm = options.kind === undefined ? calmOf(options, databases, folder) : []
  if (options.calibrate)
    return say(calibrationText(benignAlertsOf(calm.filter(({ source }) => source === 'generated'))))
  const rows = attacked(options, databases, folder)
  const verdicts = [...calmVerdicts(calm), ...attackVerdicts(rows, false), ...attackVerdicts(rows, true)]
  say(`\n${verdictLines(verdicts)}`)
  writeCurves(options.out, rows, calm)
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify({ calm, rows, verdicts }, null, 1)}\n`)
  process.exitCode = verdicts.every(({ holds }) => holds) ? 0 : 1
}

/** Pictures of what each threshold of the alerts' scores gives, by kind of attack. */
function writeCurves(folder: string, rows: readonly Row[], calm: readonly Calm[]): void {
  if (rows.length === 0) return
  const byKind = new Map(
    [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, some]) => [
      kind as string,
      together(some.map(({ scored }) => scored)),
    ]),
  )
  const title = 'CAN detectors, all intensities'
  say(`\ncurves: ${writePrecisionRecall(folder, title, byKind)}`)
  const lives = calm.filter(({ source, hours }) => source === 'generated' && hours > 0)
  if (lives.length === 0) return
  const wrong = lives.flatMap(({ reports }) => scoredOf(reports, []).wrong)
  const hours = lives.reduce((sum, one) => sum + one.hours, 0)
  say(`curves: ${writeRoc(folder, title, byKind, { wrong, hours })}`)
}

const isWanted = ({ only }: Campaign, isHeldOut: boolean) => only === undefined || (only === 'held-out') === isHeldOut

function calmOf(
  { hours, seed, only }: Campaign,
  databases: readonly Database[],
  folder: string | undefined,
): readonly Calm[] {
  const captures = folder === undefined || only === 'held-out' ? [] : calmCaptures(folder)
  const awakeMs = (hours * hour) / databases.length
  // every third one is watched like a vehicle without a profile: the watch first learns by itself
  const lives = databases.map((database, i): Calm => ({
    ...calmLife(database, awakeMs, seed * 1000 + i, i % 3 === 2),
    isHeldOut: !isTunedOn(database),
  }))
  const calm = [...captures, ...lives]
  say(`${calmTable(calm)}\n`)
  return calm
}

function calmVerdicts(calm: readonly Calm[]): readonly Verdict[] {
  if (calm.length === 0) return []
  const captures = calm.filter(({ source }) => source === 'capture')
  const lives = calm.filter(({ source, hours }) => source === 'generated' && hours > 0)
  const alerts = (of: readonly Calm[]) => of.reduce((sum, { raised }) => sum + raised.length, 0)
  const hours = lives.reduce((sum, one) => sum + one.hours, 0)
  const anHour = alerts(lives) / hours
  return [
    ...(captures.length === 0
      ? []
      : [{ what: `benign captures: ${alerts(captures)} alerts (target 0)`, holds: alerts(captures) === 0 }]),
    ...(lives.length === 0
      ? []
      : [
          {
            what:
              `generated benign traffic: ${alerts(lives)} alerts in ${hours.toFixed(1)} h, ` +
              `${anHour.toFixed(2)} an hour (target at most 0.1)`,
            holds: anHour <= 0.1,
          },
        ]),
  ]
}

function attacked(
  { seed, only, kind, variants }: Campaign,
  databases: readonly Database[],
  folder: string | undefined,
): readonly Row[] {
  const wanted = kind === undefined ? undefined : choiceOption('kind', kind, kinds)
  const stages: readonly Stage[] = [
    ...(folder === undefined ? [] : captureStages(folder)),
    ...databases.map((database, i) => generatedStage(database, seed * 100 + i)),
  ]
  const rows = [
    ...campaign(
      stages,
      (scenario, stage) =>
        (wanted === undefined || scenario.kind === wanted) &&
        (only === undefined || (only === 'held-out') === (scenario.isHeldOut || stage.isHeldOut)),
    ),
  ]
  say(attackTable(rows))
  if (variants) say(`\n${variantTable(rows)}`)
  return rows
}
