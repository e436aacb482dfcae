import { route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from '../core/install/module-routes.ts'

/** The page file of each path. */
export const routes: ModuleRoutes = {
  org: [
    route('/interface-agreement/agreements', 'interface-agreement/pages/agreements.tsx'),
    route('/interface-agreement/cover', 'interface-agreement/pages/cover.tsx'),
    route('/interface-agreement/glossary', 'interface-agreement/pages/glossary.tsx'),
    route('/interface-agreement/cybersecurity-team', 'interface-agreement/pages/cybersecurity-team.tsx'),
    route('/interface-agreement/information-exchange', 'interface-agreement/pages/information-exchange.tsx'),
    route('/interface-agreement/compliance', 'interface-agreement/pages/compliance.tsx'),
  ],
}
