/** What `--help` of the backup's command tells. */
export const BACKUP_USAGE = `npm run backup -- --to FOLDER     backs up DATA_DIR, running or stopped, or the engines where STORE_URL names MongoDB
  --incremental                   into a folder of several: only what has changed
  --encrypt PUBLIC-KEY or FILE    for who has the private key (age1...)
  --stopped                       of the engines: all services are stopped, for MongoDB is no replica set
npm run backup -- --check FOLDER  reads backups again and compares them with what they were
  --key FILE                      the private key, where they are encrypted
npm run backup -- --new-key FILE  makes a key, and prints its public part

Ends with 0 when the backup is whole, with 2 when it was asked wrongly and nothing was done, else with 1.`;

/** The same of the restore's. */
export const RESTORE_USAGE = `npm run restore -- --from FOLDER  brings a backup into an empty DATA_DIR, or into empty engines where STORE_URL names MongoDB
  --at TIME                       of several the newest that is not of after it, as 2026-02-03T04:05:06Z
  --key FILE                      the private key, where it is encrypted
  --replace                       into engines that are not empty: all that is in them goes

Ends with 0 when it is restored, with 2 when it was asked wrongly and nothing was done, else with 1.`;
