import chat from './en/chat.json'
import app from './en/app.json'
import context from './en/context.json'
import diagnostics from './en/diagnostics.json'
import errors from '@resources/words/errors.en.json'
import evaluation from './en/evaluation.json'
import evidence from './en/evidence.json'
import exchange from './en/exchange.json'
import graph from './en/graph.json'
import library from './en/library.json'
import models from './en/models.json'
import notes from './en/notes.json'
import palette from './en/palette.json'
import pipeline from './en/pipeline.json'
import research from './en/research.json'
import sessions from './en/sessions.json'
import settings from './en/settings.json'
import viewer from './en/viewer.json'
import welcome from './en/welcome.json'

export const en = {
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
}
