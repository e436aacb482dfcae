// The modules of the api: one line for each. They are installed in the order of their names.
export { account } from './account/install.ts'
export { catalogues } from './catalogues/install.ts'
export { graph } from './graph/install.ts'
export { lifecycle } from './lifecycle/install.ts'
export { msoc } from './msoc/install.ts'
export { notifications } from './notifications/install.ts'
