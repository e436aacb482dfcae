import { index, route } from '@tanstack/virtual-file-routes'
import type { ModuleRoutes } from '../core/install/module-routes.ts'

/** The page file for each path. */
export const routes: ModuleRoutes = {
  org: [
    route('/msoc', [
      index('msoc/pages/home.tsx'),
      route('/dashboard', [
        index('msoc/pages/dashboard.tsx'),
        route('/shifts', 'msoc/pages/shifts.tsx'),
        route('/kpis', 'msoc/pages/kpis.tsx'),
        route('/panels', 'msoc/pages/panels.tsx'),
        route('/live-map', 'msoc/pages/live-map.tsx'),
        route('/projects', [index('msoc/pages/vehicles.tsx'), route('/vehicle/$tab', 'msoc/pages/vehicle.tsx')]),
        route('/asset-register', 'msoc/pages/vehicle-import.tsx'),
        route('/alert-management', [
          index('msoc/pages/alert-management.tsx'),
          route('/general', 'msoc/pages/alert.tsx'),
          route('/pipeline', 'msoc/pages/alert-pipeline.tsx'),
          route('/sensitivity', 'msoc/pages/sensitivity.tsx'),
        ]),
        route('/case-management', [
          index('msoc/pages/cases.tsx'),
          route('/general', 'msoc/pages/case.tsx'),
          route('/settings', 'msoc/pages/case-settings.tsx'),
        ]),
        route('/analyzers', [
          index('msoc/pages/analyzers.tsx'),
          route('/default-view', 'msoc/pages/can-analyzer.tsx'),
          route('/ids-viewer', 'msoc/pages/ids-viewer.tsx'),
          route('/vehicle-db-viewer', 'msoc/pages/dbc-library.tsx'),
          route('/captures', 'msoc/pages/captures.tsx'),
          route('/profiles', 'msoc/pages/can-profiles.tsx'),
        ]),
        route('/observable', [
          index('msoc/pages/observables.tsx'),
          route('/create', 'msoc/pages/observable-create.tsx'),
          route('/general', 'msoc/pages/observable.tsx'),
        ]),
        route('/rules', [index('msoc/pages/rules.tsx'), route('/create', 'msoc/pages/rule.tsx')]),
        route('/playbooks', [
          index('msoc/pages/playbooks.tsx'),
          route('/edit', 'msoc/pages/playbook.tsx'),
          route('/can-id-spoof-detect', 'msoc/pages/can-id-spoof-detect.tsx'),
          route('/run', 'msoc/pages/playbook-run.tsx'),
        ]),
        route('/jobs', [index('msoc/pages/jobs-home.tsx'), route('/$tab', 'msoc/pages/jobs.tsx')]),
      ]),
    ]),
  ],
}
