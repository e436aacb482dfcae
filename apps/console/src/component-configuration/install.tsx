import type { ModuleInstall } from '../core/install/module-install.ts'

/** What the module adds to the console; see core/install/module-install.ts. */
export const componentConfiguration: ModuleInstall = {
  name: 'component-configuration',
  purpose: 'Component Configuration describes the components that programs are built from.',
  areas: [{ under: '/org/component-configuration', open: 'valid', rows: [['', 'Component Configuration']] }],
}
