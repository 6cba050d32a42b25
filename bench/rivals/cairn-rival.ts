import { createProgressBar } from '../progress-bar'
import { indexPassages } from '../retrieval/passage-index'
import { askCairn } from '../retrieval/retrieval-bench'
import type { Rival } from './rival'

/** Cairn's own chain from text to answerable, without files and parsing; its graph is built, too, but not counted. */
export const cairnRival: Rival = async (documents, { resources }) => {
  const quiet = { isTTY: false, write: () => undefined }
  const io = { print: () => undefined, progress: () => undefined, resources }
  const { rooms, close, ...took } = await indexPassages(documents, resources, createProgressBar(io, quiet))
  return { took, search: (question) => askCairn(question, rooms), close }
}
