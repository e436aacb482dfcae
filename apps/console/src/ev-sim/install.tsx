import type { ModuleInstall } from '../core/install/module-install.ts'

/** What the module adds to the console; see core/install/module-install.ts. */
export const evSim: ModuleInstall = {
  name: 'ev-sim',
  purpose: 'EV Simulation drives simulated electric vehicles, to see what an attack does before it is real.',
  areas: [{ under: '/org/ev-sim', rows: [['', 'EV Simulation']] }],
}
