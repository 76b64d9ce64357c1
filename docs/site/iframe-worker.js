// The site's search runs in a worker, and browsers start none for pages that are read from a disk: there it runs in a
// hidden frame, which is of the same origin as its page.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentDocument;
      inside.open();
      inside.write("<!doctype html><title>search</title><body></body>");
      inside.close();
      this.window = frame.contentWindow;
      this.window.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = inside.createElement("script");
      this.started = new Promise(resolve => script.addEventListener("load", resolve));
      script.src = url;
      inside.body.append(script);
    }

    /** What is sent before the script is there waits for it, as with a worker. */
    async postMessage(data) {
      await this.started;
      this.window.dispatchEvent(new MessageEvent("message", { data }));
    }
  };
  window.Worker = window.IFrameWorker;
}
