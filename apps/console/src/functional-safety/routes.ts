import { route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from '../core/install/module-routes.ts'

/** The page file of each path. The item and its configuration are pages of the lifecycle (lifecycle/routes.ts). */
export const routes: ModuleRoutes = {
  org: [
    route('/functional-safety/functional-safety-concepts', 'functional-safety/pages/functional-safety-concepts.tsx'),
    route('/functional-safety/goals', 'functional-safety/pages/goals.tsx'),
    route('/functional-safety/fmeda', 'functional-safety/pages/fmeda.tsx'),
    route('/functional-safety/fault-tree-analysis', 'functional-safety/pages/fault-tree-analysis.tsx'),
    route('/functional-safety/hazard-summary', 'functional-safety/pages/hazard-summary.tsx'),
    route('/functional-safety/hazop-scenario', 'functional-safety/pages/hazop-scenario.tsx'),
    route('/functional-safety/hazop', 'functional-safety/pages/hazop.tsx'),
    route('/functional-safety/methods', 'functional-safety/pages/methods.tsx'),
    route('/functional-safety/hara', 'functional-safety/pages/hara.tsx'),
    route('/functional-safety/hara-create', 'functional-safety/pages/hara-create.tsx'),
    route('/functional-safety/hara-edit', 'functional-safety/pages/hara-edit.tsx'),
    route('/functional-safety/hara-requirements', 'functional-safety/pages/hara-requirements.tsx'),
    route('/functional-safety/update-hara-requirement', 'functional-safety/pages/update-hara-requirement.tsx'),
    route('/functional-safety/create-hara-requirement', 'functional-safety/pages/create-hara-requirement.tsx'),
    route('/functional-safety/hazop-function-configure', 'functional-safety/pages/hazop-function-configure.tsx'),
    route(
      '/functional-safety/hazop-function-configure-edit',
      'functional-safety/pages/hazop-function-configure-edit.tsx',
    ),
    route('/functional-safety/test-case-creation', 'functional-safety/pages/test-case-creation.tsx'),
    route('/functional-safety/test-case-creation-edit', 'functional-safety/pages/test-case-creation-edit.tsx'),
  ],
}
