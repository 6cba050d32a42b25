import { toCairnError } from '@shared/errors'
import type { ObjectPlace, ObjectStore } from '../document-store'

/** Does something with the file of an object, once more where that was just brought into another form. */
export async function whereItLies<Result>(
  objects: Pick<ObjectStore, 'locate'>,
  address: string,
  act: (place: ObjectPlace) => Promise<Result>,
): Promise<Result> {
  const place = await objects.locate(address)
  try {
    return await act(place)
  } catch (thrown) {
    const now = await objects.locate(address)
    if (toCairnError(thrown).code !== 'FILE_VANISHED' || now.path === place.path) throw thrown
    return act(now)
  }
}
