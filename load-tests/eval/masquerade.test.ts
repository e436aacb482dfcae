import { expect, test } from 'vitest'
import { campaign, totalOf } from './campaign.ts'
import { ownDatabases } from './databases.ts'
import { framesOf } from './score.ts'
import { generatedStage } from './stages.ts'

const [fleet, truck] = ownDatabases()

test.for([
  { what: 'the fleet', database: fleet!, seed: 1300 },
  { what: 'a truck', database: truck!, seed: 1501 },
])(
  '[CAN-CLOCK-8] [CAN-MASQUERADE-6] [CAN-RELATION-11] who imitates an id of $what is blamed, and not its partners',
  ({ database, seed }) => {
    const rows = campaign(
      [generatedStage(database, seed)],
      ({ kind, isHeldOut }, _stage, intensity) => kind === 'masquerade' && !isHeldOut && intensity === 'ordinary',
    )
    const { precision, recall } = framesOf(totalOf([...rows]))
    expect(recall).toBeGreaterThan(0.8)
    // the sender that is back is not blamed either
    expect(precision).toBeGreaterThan(0.95)
  },
)
