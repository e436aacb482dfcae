import { createPlaybookRunner } from '@carapace/api/src/msoc/playbooks/runner.ts'
import { connect } from '@carapace/api/src/core/db.ts'
import { createOutgoing, readOutgoingAllowed } from '@carapace/api/src/core/outgoing/guarded.ts'
import { createAnalyses } from '@carapace/api/src/msoc/observables/analyze/analyses.ts'
import { openBus } from '@carapace/shared/core/bus/bus'
import { createSeal } from '@carapace/shared/core/sealed'
import { apiSettings } from '../../support/api-settings.ts'

// The runner of playbooks alone in a process, which the test kills.
const settings = apiSettings({ databaseUrl: process.env.DATABASE_URL! })
const { db } = connect(settings.databaseUrl)
const bus = await openBus(settings.bus)
const outgoing = createOutgoing(readOutgoingAllowed('127.0.0.1'))
const runner = createPlaybookRunner({
  db,
  bus: bus.subscriber(() => undefined),
  publisher: bus.publisher(),
  outgoing,
  services: {},
  seal: createSeal(settings.secretKey, 'playbooks'),
  analyses: createAnalyses({ db, outgoing, settings }),
  onGap: () => () => undefined,
  onError: (error) => console.error(error),
})
runner.start()
