import type { en } from './en'
import type { Translation } from './text-key'
import chat from './zh/chat.json'
import app from './zh/app.json'
import context from './zh/context.json'
import diagnostics from './zh/diagnostics.json'
import errors from '@resources/words/errors.zh.json'
import evaluation from './zh/evaluation.json'
import evidence from './zh/evidence.json'
import exchange from './zh/exchange.json'
import graph from './zh/graph.json'
import library from './zh/library.json'
import models from './zh/models.json'
import notes from './zh/notes.json'
import palette from './zh/palette.json'
import pipeline from './zh/pipeline.json'
import research from './zh/research.json'
import sessions from './zh/sessions.json'
import settings from './zh/settings.json'
import viewer from './zh/viewer.json'
import welcome from './zh/welcome.json'

export const zh = {
  app,
  chat,
  context,
  diagnostics,
  errors,
  evaluation,
  evidence,
  exchange,
  graph,
  library,
  models,
  notes,
  palette,
  pipeline,
  research,
  sessions,
  settings,
  viewer,
  welcome,
} satisfies Translation<typeof en>
