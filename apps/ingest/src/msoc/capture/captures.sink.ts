import { sql } from 'drizzle-orm'
import { unfinished } from '@carapace/shared/account/jobs'
import { captureJobs, strandedError } from '@carapace/shared/msoc/can/captures'
import type { Database } from '../../core/database.ts'

/**
 * Deletes abandoned captures. Across organisations: jobs of all of them may be abandoned. Uploads that a dead process
 * left (none takes longer than two hours), and files and blocks of captures whose job was cancelled, or failed a day
 * ago: until then it can be started again.
 */
export async function forgetUnfinished(db: Database): Promise<void> {
  await db.execute(sql`DELETE FROM captures WHERE state = 'UPLOADING' AND created_at < now() - INTERVAL '3 hours'`)
  await db.execute(sql`
    WITH stranded AS (
      UPDATE captures c SET state = 'FAILED', error = ${strandedError}
      WHERE c.state = 'READING' AND NOT EXISTS (
       
    SELECT 1
    FROM jobs j
    WHERE j.org_uuid = c.org_uuid
    AND j.kind IN ${Object.values(captureJobs)}
    AND j.input ->> 'capture' = c.uuid::text
          AND (j.status IN ${[...unfinished]} OR (j.status = 'FAILED' AND j.finished_at > now() - INTERVAL '1 day')))
      RETURNING c.uuid),
    files AS (DELETE FROM capture_files f USING stranded s WHERE f.capture_uuid = s.uuid)
    DELETE FROM capture_blocks b USING stranded s WHERE b.capture_uuid = s.uuid`)
}
