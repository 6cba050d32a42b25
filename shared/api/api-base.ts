import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ErrorReport } from '../errors'

/** Every typed failure crosses the API as the one oRPC error `CAIRN`, with the report as its data. */
export const procedure = oc.errors({ CAIRN: { data: ErrorReport } })

export const documentId = z.string().min(1).max(200)
