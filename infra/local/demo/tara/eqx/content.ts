import type { DemoContent } from '../demo-content.ts'
import { assets } from './assets.ts'
import { brakeChanges, brakeComments } from './brake/changes.ts'
import { brake } from './brake/content.ts'
import { baselines, comments, lateChanges, treatmentsDecided } from './changes.ts'
import { controls } from './controls.ts'
import { damage } from './damage.ts'
import { diagrams } from './item/diagrams.ts'
import { securityEvents } from './events.ts'
import { claims, concepts, goals } from './goals.ts'
import { assumptions, channels } from './item/channels.ts'
import { components } from './item/components.ts'
import { data, functions } from './item/functions.ts'
import { boundaries, environments, features, groups, systems, vehicleModels } from './item/systems.ts'
import { decommissioning, productionControls, validations } from './later-life.ts'
import { projects } from './projects.ts'
import { keyRequirements, telematicsRequirements } from './requirements-connected.ts'
import { driveRequirements } from './requirements-drive.ts'
import { networkRequirements } from './requirements-network.ts'
import { chassisRequirements, laterRequirements } from './requirements-other.ts'
import { specifications } from './specifications.ts'
import { connectedTests } from './tests-connected.ts'
import { driveTests } from './tests-drive.ts'
import { networkTests } from './tests-network.ts'
import { chassisThreats, cockpitThreats } from './threats-chassis.ts'
import { keyThreats, telematicsThreats } from './threats-connected.ts'
import { driveThreats } from './threats-drive.ts'
import { networkThreats } from './threats-network.ts'
import { chassisTrees, keyTrees } from './trees/access.ts'
import { networkTrees } from './trees/network.ts'
import { telematicsTrees } from './trees/telematics.ts'
import { torqueTrees } from './trees/torque.ts'
import { workProducts } from './work-products.ts'

const threats = [
  ...driveThreats,
  ...networkThreats,
  ...telematicsThreats,
  ...keyThreats,
  ...chassisThreats,
  ...cockpitThreats,
]

/** The EQX-24 platform: a complete assessment from the item to its tests, as an example to learn from. */
export const eqx: DemoContent = {
  projects,
  artefacts: [
    ...systems,
    ...groups,
    ...features,
    ...vehicleModels,
    ...environments,
    ...components,
    ...boundaries,
    ...functions,
    ...channels,
    ...data,
    ...diagrams,
    ...assumptions,
    ...assets,
    ...damage,
    ...threats,
    ...torqueTrees,
    ...networkTrees,
    ...telematicsTrees,
    ...keyTrees,
    ...chassisTrees,
    ...controls,
    ...goals,
    ...claims,
    ...concepts,
    ...securityEvents,
    ...driveRequirements,
    ...networkRequirements,
    ...telematicsRequirements,
    ...keyRequirements,
    ...chassisRequirements,
    ...laterRequirements,
    ...specifications,
    ...driveTests,
    ...networkTests,
    ...connectedTests,
    ...validations,
    ...productionControls,
    ...decommissioning,
    ...workProducts,
    ...brake,
  ],
  amendments: [...treatmentsDecided(threats), ...lateChanges, ...brakeChanges],
  comments: [...comments, ...brakeComments],
  baselines,
}
