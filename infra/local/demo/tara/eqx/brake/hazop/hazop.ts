import { defaultGuidewords } from '@carapace/shared/functional-safety/guidewords'
import { demoArtefacts, type DemoArtefact } from '../../../build.ts'
import type { Judgements } from './cell.ts'
import { redundancy } from './redundancy.ts'
import { request } from './request.ts'
import { standing } from './standing.ts'
import { wheels } from './wheels.ts'

/** What the team found in its workshops, function by function; cells that are not listed are still open. */
const judged: Judgements = { ...request, ...wheels, ...standing, ...redundancy }

const titleOf = (guideword: string) => defaultGuidewords.guidewords.find(({ key }) => key === guideword)!.title

const all = Object.entries(judged).flatMap(([code, { title, cells }]) =>
  cells.map((cell) => ({ ...cell, function: code, functionTitle: title })),
)

const codeAt = (place: number) => `FL-${String(place + 1).padStart(3, '0')}`

/** The codes of the malfunctions, by function and guideword: `FN-21 no`. */
const codes = new Map(all.map((cell, i) => [`${cell.function} ${cell.guideword}`, codeAt(i)]))

/** The code of a malfunction that the HAZOP found. */
export function malfunction(cell: string): string {
  const code = codes.get(cell)
  if (code === undefined) throw new Error(`Nobody judged ${cell}`)
  return code
}

/** How many failures the HAZOP has: the codes of those of the FMEA follow. */
export const malfunctionCount = all.length

export const malfunctions: DemoArtefact[] = demoArtefacts(
  'failure',
  { day: 151, project: 'Brake by wire', by: 'Maya Rao', status: 'APPROVED' },
  Object.fromEntries(
    all.map((cell, i) => [
      codeAt(i),
      [
        cell.title ?? `${cell.functionTitle}: ${titleOf(cell.guideword).toLowerCase()} does not apply`,
        {
          guideword: cell.guideword,
          judgement: cell.judgement,
          ...(cell.reason && { reason: cell.reason }),
          ...(cell.item && { effect_item: cell.item }),
          ...(cell.vehicle && { effect_vehicle: cell.vehicle }),
        },
        {
          from: { 'fails-as': cell.function },
          ...(cell.creates && { to: { creates: cell.creates } }),
          ...(cell.judgement === 'hazardous' ? {} : { day: 149, status: 'COMPLETED' }),
        },
      ] as const,
    ]),
  ),
)
