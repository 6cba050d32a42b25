import type { Migration } from '../opening/migrate'
import { packChunks } from './pack-chunks'

/** Every migration there has been, in order. Version 1 is the first. */
export const migrations: readonly Migration[] = [packChunks]
