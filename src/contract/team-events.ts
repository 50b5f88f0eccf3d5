/** Server-sent events of the console itself: what the team recorded or works on changed (D472). */
export const EVENTS_PATH = '/console/events'

/** Under which a browser names itself to the events; its pages share one stream. */
export const BROWSER_PARAMETER = 'browser'
