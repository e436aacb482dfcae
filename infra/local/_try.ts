import { prepareDatabase } from './database.ts'
import { seedInstallation } from './seed.ts'
import { mkdirSync } from 'node:fs'
const url = process.argv[2]!
mkdirSync('/tmp/seed', { recursive: true })
await prepareDatabase(url)
console.log(JSON.stringify(await seedInstallation({ url, demo: true, dataDir: process.argv[3]! })))
