import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { CairnEvent } from '../events'
import { FolderChange, FolderState, NewFolder } from '../folders/folder-shapes'
import { procedure } from './graph-api'

const folderId = z.string().min(1).max(100)
const states = z.array(FolderState)

/** The calls a shell may make about folders that the library follows. NOT_FOUND where there is no such folder. */
export const foldersContract = {
  list: procedure.output(states),
  /** INVALID_INPUT, FILE_VANISHED or PERMISSION_DENIED where the folder cannot be watched. */
  add: procedure.input(NewFolder).output(FolderState),
  /** Pauses, goes on, or takes other rules. */
  change: procedure.input(FolderChange.extend({ id: folderId })).output(FolderState),
  /** Documents that the user deleted although their files are there come into the library again. */
  take_back: procedure.input(z.object({ id: folderId })).output(FolderState),
  /** Ends following a folder; its documents stay. */
  remove: procedure.input(z.object({ id: folderId })).output(states),
  /** Has a folder, or all, looked through; `read_again` compares every file by its content and tries again what failed. */
  rescan: procedure.input(z.object({ id: folderId.optional(), read_again: z.boolean().default(false) })).output(states),
  /** Progress until the library is in step with a folder, or with all. Leaving the loop stops nothing. */
  follow: procedure.input(z.object({ id: folderId.optional() })).output(eventIterator(CairnEvent)),
}
