const http = process.getBuiltinModule('node:http');

/**
 * What is needed of Node.js's own HTTP. An `import` of `node:http` reads all that it exports, and for `http.WebSocket`
 * Node.js loads the HTTP client that it has built in (`lazyUndici` in its `lib/http.js`): 3 MB of memory and some 40 ms of a start.
 */
export const { createServer, maxHeaderSize, ServerResponse, STATUS_CODES } = http;
