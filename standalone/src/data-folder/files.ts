import { serviceNames } from '@numscope/contracts';

/** The records of the services, the only copy there is. */
export const recordFiles: readonly string[] = serviceNames.map((name) => `${name}.sqlite`);
/** Events on their way. */
export const busFile = 'bus.sqlite';
/** Made anew from the profiles where it is not there. */
export const indexFile = 'index.sqlite';
/** Made anew from the operator's files where it is not there. */
export const datasetsFile = 'datasets.sqlite';
export const rebuildableFiles: readonly string[] = [indexFile, datasetsFile];
/** Vectors of faces, made anew from the pictures' records where they are not there. */
export const facesFolder = 'faces';
/** The audit's signed checkpoints, where no other folder is named for them. */
export const checkpointsFolder = 'audit-checkpoints';
/** The key that signs them, where no other file is named. */
export const checkpointKeyFile = 'audit-key.pem';
/** The pictures' bytes. */
export const blobsFolder = 'blobs';
