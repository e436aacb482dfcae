import './node-24.ts'

import { writeFileSync } from 'node:fs'
import { apiDocument } from '../../apps/api/src/openapi.ts'

const file = new URL('../../apps/api/openapi.json', import.meta.url)
writeFileSync(file, await apiDocument())
console.log('apps/api/openapi.json is written.')
