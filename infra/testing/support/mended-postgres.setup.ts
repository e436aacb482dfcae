// As main.ts of the api does: before postgres.js is loaded.
import '@carapace/api/src/core/mend-postgres.ts'
