// The modules with artefacts in the graph, one line for each. Their kinds are listed in the order of their names.
export { lifecycle } from './lifecycle/install.ts'
export { vulnerability } from './vulnerability/install.ts'
