import { index, route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from '../core/install/module-routes.ts'

/** The page file of each path. */
export const routes: ModuleRoutes = {
  org: [
    route('/lifecycle/programs', 'lifecycle/pages/programs.tsx'),
    route('/lifecycle/programs/view', 'lifecycle/pages/program-alias.tsx'),
    route('/lifecycle/program', 'lifecycle/pages/program.tsx'),
    route('/lifecycle/projects', [index('lifecycle/pages/projects.tsx')]),
    route('/lifecycle/projects/create', 'lifecycle/pages/project-create.tsx'),
    route('/lifecycle/projects/zip', 'lifecycle/pages/zip.tsx'),
    route('/lifecycle/projects/zip-upload', 'lifecycle/pages/zip-upload.tsx'),
    route('/lifecycle/projects/view', [index('lifecycle/pages/project.tsx')]),
    route('/lifecycle/projects/view/manage', 'lifecycle/pages/manage.tsx'),
    route('/lifecycle/projects/view/compliance-summary', 'lifecycle/pages/compliance-summary.tsx'),
    route('/lifecycle/compliance', 'lifecycle/pages/compliance.tsx'),
    route('/lifecycle/methods', 'lifecycle/pages/methods.tsx'),
    route('/lifecycle/projects/view/threat-analysis', 'lifecycle/pages/threat-analysis.tsx'),
    route('/lifecycle/projects/view/asset-identify', 'lifecycle/pages/asset-identify.tsx'),
    route('/lifecycle/projects/view/residual-risk', 'lifecycle/pages/residual-risk.tsx'),
    route(
      '/lifecycle/projects/view/residual-risk-security-control',
      'lifecycle/pages/residual-risk-security-control.tsx',
    ),
    route('/lifecycle/projects/view/security-concepts', 'lifecycle/pages/security-concepts.tsx'),
    route('/lifecycle/projects/view/event-definition', 'lifecycle/pages/event-definition.tsx'),
    route('/lifecycle/projects/view/requirements-management', 'lifecycle/pages/requirements-management.tsx'),
    route('/lifecycle/projects/view/add-requirements', 'lifecycle/pages/add-requirements.tsx'),
    route('/lifecycle/projects/view/mapping-requirements', 'lifecycle/pages/mapping-requirements.tsx'),
    route(
      '/lifecycle/projects/view/cyber-securityverification-report',
      'lifecycle/pages/cyber-securityverification-report.tsx',
    ),
    route('/lifecycle/projects/product-development/dashboard', 'lifecycle/pages/product-development.tsx'),
    route('/lifecycle/projects/product-development/requirement-summary', 'lifecycle/pages/requirement-summary.tsx'),
    route('/lifecycle/projects/product-development/design-specification', 'lifecycle/pages/design-specification.tsx'),
    route('/lifecycle/projects/product-development/test-cases-creation', 'lifecycle/pages/test-cases-creation.tsx'),
    route(
      '/lifecycle/projects/product-development/integration-verification',
      'lifecycle/pages/integration-verification.tsx',
    ),
    route(
      '/lifecycle/projects/product-development/cybersecurity-validation',
      'lifecycle/pages/cybersecurity-validation.tsx',
    ),
    route('/lifecycle/projects/production', 'lifecycle/pages/production.tsx'),
    route('/lifecycle/projects/decommissioning', 'lifecycle/pages/decommissioning.tsx'),
    route('/lifecycle/projects/view/item-definition', 'lifecycle/pages/item-definition.tsx'),
    route('/lifecycle/projects/view/flow-diagram', 'lifecycle/pages/flow-diagram.tsx'),
    route('/lifecycle/projects/view/system-configuration', 'lifecycle/pages/system-configuration.tsx'),
    route('/lifecycle/projects/view/attack-tree', 'lifecycle/pages/attack-tree.tsx'),
    route('/lifecycle/custome-tree', 'lifecycle/pages/custome-tree.tsx'),
    route('/lifecycle/threat-tree', 'lifecycle/pages/threat-tree.tsx'),
    // the item of a program is the same in both modules
    route('/functional-safety/item-definition', 'lifecycle/pages/safety-item-definition.tsx'),
    route('/functional-safety/system-configuration', 'lifecycle/pages/safety-configuration.tsx'),
  ],
}
