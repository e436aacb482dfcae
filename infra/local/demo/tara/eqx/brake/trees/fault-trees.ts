import { demoArtefacts } from '../../../build.ts'
import { noWarning, brakeLights } from './informing.ts'
import { lossOfBraking, supply } from './loss.ts'
import { oneSidedBraking } from './one-sided.ts'
import { heldRolls, lockingWheels, parkedMoves } from './standing.ts'
import { unintendedBraking } from './unintended.ts'

const analyses = (goal: string) => ({ from: { 'analysed-in': goal } })

/** Fault trees of all goals with a target for random hardware failures, and one of the supplies that others take. */
export const brakeTrees = demoArtefacts(
  'fault-tree',
  { day: 74, project: 'Brake by wire', by: 'Jonas Lind', status: 'COMPLETED' },
  {
    'FT-01': [
      'Loss of braking',
      {
        description:
          'Wheels are fail-silent, so that each of them counts with all of its failures. Software is not in it: its ' +
          'faults are not random.',
        tree: lossOfBraking,
      },
      analyses('SG-01'),
    ],
    'FT-02': [
      'Unintended braking',
      { description: 'At the vehicle; a single wheel is in FT-03.', tree: unintendedBraking },
      analyses('SG-02'),
    ],
    'FT-03': [
      'One-sided braking',
      {
        description: 'A wheel that clamps, that stays clamped, or that is missing while the opposite one brakes.',
        tree: oneSidedBraking,
      },
      { ...analyses('SG-03'), status: 'UNDER_REVIEW', day: 9 },
    ],
    'FT-04': [
      'Locking wheels',
      { description: 'Slip control exists twice; the mechanics of a wheel exist once.', tree: lockingWheels },
      analyses('SG-04'),
    ],
    'FT-05': [
      'Parked vehicle moves',
      { description: 'Latches, drive and the restoring of the force after parking.', tree: parkedMoves },
      analyses('SG-05'),
    ],
    'FT-06': [
      'Held vehicle rolls',
      { description: 'Whatever ends the hold has to make the latches engage.', tree: heldRolls },
      analyses('SG-06'),
    ],
    'FT-07': [
      'Driver is not warned',
      { description: 'A reduced brake together with a missing warning.', tree: noWarning },
      analyses('SG-07'),
    ],
    'FT-08': [
      'Brake lights do not follow the braking',
      { description: 'Dark or lit: both mislead the traffic behind.', tree: brakeLights },
      analyses('SG-09'),
    ],
    'FT-09': [
      'Supplies of the brake',
      { description: 'Both branches with what joins them. FT-01, FT-06 and FT-07 take parts of it.', tree: supply },
    ],
  },
)
