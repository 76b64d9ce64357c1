// Following a table: whoever is seen hears the number of its last entry.
//
// Browsers allow six connections to one server, so the tabs of a table share one stream: the tab that holds
// the lock listens and tells the others. Hidden tabs let go of it. Without locks (a page that isn't on this
// machine and has no TLS) every seen tab listens for itself.

const PATIENCE = 2000; // milliseconds until a broken stream is opened again

// `known()`: the number of the last entry that is shown. `heard(last)`: called for every number that is told.
// `isThere(answer)`: called when the server is lost, and when it is there again.
export function follow(base, known, heard, isThere) {
  const channel = new BroadcastChannel(`azulejos-${base}`);
  let letGo = null; // ends what this tab does to follow

  channel.addEventListener("message", ({ data }) => {
    if ("last" in data) heard(data.last);
    else isThere(data.isThere);
  });

  function tellAll(news) {
    channel.postMessage(news);
    if ("last" in news) heard(news.last);
    else isThere(news.isThere);
  }

  function listen(signal) {
    let stream = null;
    const open = () => {
      if (signal.aborted) return;
      stream = new EventSource(`${base}/events?after=${known()}`);
      stream.addEventListener("open", () => tellAll({ isThere: true }));
      stream.addEventListener("message", (event) => tellAll({ last: JSON.parse(event.data).last }));
      stream.addEventListener("error", () => {
        tellAll({ isThere: false });
        stream.close();
        setTimeout(open, PATIENCE);
      });
    };
    open();
    return new Promise((done) => {
      signal.addEventListener("abort", () => {
        stream?.close();
        done();
      });
    });
  }

  function begin() {
    if (letGo) return;
    const end = new AbortController();
    letGo = () => {
      end.abort();
      letGo = null;
    };
    if (navigator.locks) {
      const name = `azulejos-stream-${base}`;
      navigator.locks.request(name, { signal: end.signal }, () => listen(end.signal)).catch(() => {}); // let go while waiting
    } else {
      listen(end.signal);
    }
  }

  // A tab that comes back into sight may have missed what another one told.
  const look = () => (document.hidden ? letGo?.() : (begin(), heard(null)));
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", () => letGo?.());
  addEventListener("pageshow", (event) => event.persisted && look());
  if (!document.hidden) begin();
}
