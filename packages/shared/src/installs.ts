// The modules with artefacts in the graph, one line for each. Their kinds are listed in the order of their names.
export { fmea } from './fmea/install.ts'
export { functionalSafety } from './functional-safety/install.ts'
export { lifecycle } from './lifecycle/install.ts'
export { vulnerability } from './vulnerability/install.ts'
