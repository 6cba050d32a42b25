import { incomingFiles } from '@renderer/bridge/files'
import { isModelFile } from '../models/group-model-files'
import { importFiles, sortDropped } from '../library/imports'
import { addModelFiles } from '../models/model-adds'
import { takeDroppedStarter } from '../models/starter'
import { attempt, notify } from './notices'
import { addFiles } from '../library/uploads'
import { go, useRoute } from './address'

/** Adds dropped or pasted files as chats, models or documents. Must be called before the event handler returns. */
export async function addDropped(data: DataTransfer, collection?: string): Promise<void> {
  await attempt(async () => {
    const { chats, others } = await sortDropped(await incomingFiles(data))
    importFiles(chats)
    const models = others.filter(isModelFile)
    if (models.length > 0) addDroppedModels(models)
    const documents = others.filter((file) => !isModelFile(file))
    await addFiles(documents, collection)
  })
}

/** Adds whatever a drop carries as models. Must be called before its event handler returns. */
export async function addDroppedAsModels(data: DataTransfer): Promise<void> {
  await attempt(async () => {
    const files = await incomingFiles(data)
    if (!(await takeDroppedStarter(files))) sayOthers(addModelFiles(files))
  })
}

function addDroppedModels(files: Parameters<typeof addModelFiles>[0]): void {
  addModelFiles(files)
  if (useRoute.getState().view === 'models') return
  notify({
    key: 'models:add.begun',
    values: { count: files.length, name: files[0]?.name ?? '' },
    action: { key: 'models:add.show', run: () => go({ view: 'models' }) },
  })
}

/** Says that files are no models; they may have been meant as documents. */
export function sayOthers(files: ReturnType<typeof addModelFiles>): void {
  const [first] = files
  if (!first) return
  notify({
    kind: 'error',
    key: files.length === 1 ? 'models:add.notModel' : 'models:add.notModels',
    values: { count: files.length, name: first.name },
    lifeMs: 12_000,
    action: { key: 'models:add.asDocuments', run: () => void addFiles(files) },
  })
}
