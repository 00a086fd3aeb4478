// The ground-truth endpoint: streams of server-sent events that blast or keep their pace, each stamped right before
// its send on CLOCK_MONOTONIC ("t", ns; "r" is when its request had arrived). Settings come in the request's query:
// events, gap (µs between sends, 0: at once), batch (events per send), first (µs before the first), step (1: all streams
// send in the same instants), close (1: no connection is kept). GET /stats tells what it saw. Prints its port; ends with
// its standard input.
// server [idle ms: close connections that idle so long] [reset: 1: reset every request]
#include "stamps.h"

enum { MAX_FDS = 8192, HEAD = 8192, MAX_BATCH = 64 };
enum state { FREE, IDLE, STREAMING };

#define HEAD_TEXT "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n%s\r\n"
static const char event_text[] =
    "data: {\"id\":\"chatcmpl-ground-truth-0001\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
    "\"model\":\"native\",\"t\":\"0000000000000000000\",\"r\":\"0000000000000000000\",\"choices\":[{\"index\":0,"
    "\"delta\":{\"content\":\"word \"},\"finish_reason\":null}]}\n\n";

struct stream {
  enum state state;
  char head[HEAD];
  size_t headlen, bodyleft;
  long events, sent, batch, closing;
  uint64_t gap, due, received, idle_since;
  char *out;
  size_t outlen, outpos;
};

static struct stream *streams[MAX_FDS];
static int top, epoll_fd, reset_all;
static long idle_ms, accepted, requests, active, max_active, idle_closed;
static char chunk[512];
static size_t chunk_len, stamp_at, received_at;

static void put(char *to, uint64_t value) {
  for (int i = STAMP - 1; i >= 0; i--, value /= 10) to[i] = (char)('0' + value % 10);
}

static void watch(int fd, int how, uint32_t events) {
  struct epoll_event ev = {.events = events, .data.fd = fd};
  epoll_ctl(epoll_fd, how, fd, &ev);
}

static void drop(int fd) {
  struct stream *s = streams[fd];
  if (s->state == STREAMING) active--;
  s->state = FREE;
  close(fd);
}

static void flush(int fd) {
  struct stream *s = streams[fd];
  while (s->outpos < s->outlen) {
    ssize_t n = send(fd, s->out + s->outpos, s->outlen - s->outpos, MSG_NOSIGNAL);
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) { watch(fd, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT); return; }
    if (n < 0) { drop(fd); return; }
    s->outpos += (size_t)n;
  }
  s->outlen = s->outpos = 0;
  if (s->sent < s->events) return;
  if (s->closing) { drop(fd); return; }
  s->state = IDLE;
  s->idle_since = now();
  active--;
}

static void send_batch(int fd) {
  struct stream *s = streams[fd];
  if (s->sent == 0) s->outlen = (size_t)sprintf(s->out, HEAD_TEXT, s->closing ? "connection: close\r\n" : "");
  long count = s->events - s->sent < s->batch ? s->events - s->sent : s->batch;
  uint64_t at = now();
  for (long i = 0; i < count; i++, s->outlen += chunk_len) {
    memcpy(s->out + s->outlen, chunk, chunk_len);
    put(s->out + s->outlen + stamp_at, at);
    put(s->out + s->outlen + received_at, s->received);
  }
  s->sent += count;
  if (s->sent == s->events) {
    char tail[512];
    int n = snprintf(tail, sizeof tail,
                     "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}]}\n\n"
                     "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":%ld,"
                     "\"total_tokens\":%ld}}\n\ndata: [DONE]\n\n", s->events, s->events + 10);
    s->outlen += (size_t)sprintf(s->out + s->outlen, "%x\r\n%s\r\n0\r\n\r\n", n, tail);
  }
  s->due += s->gap;
  flush(fd);
}

static long setting(const char *line, const char *name, long otherwise) {
  const char *found = strstr(line, name);
  return found ? atol(found + strlen(name)) : otherwise;
}

static void tell_stats(int fd) {
  char body[256];
  int n = snprintf(body, sizeof body, "{\"accepted\":%ld,\"requests\":%ld,\"maxActive\":%ld,\"idleClosed\":%ld,\"cpuMicros\":%ld}",
                   accepted, requests, max_active, idle_closed, cpu_time());
  dprintf(fd, "HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s", n, body);
  max_active = active;
}

static void start(int fd, uint64_t at) {
  struct stream *s = streams[fd];
  char *line_end = strstr(s->head, "\r\n");
  if (line_end) *line_end = 0;
  s->headlen = 0;
  if (strstr(s->head, "/stats")) { s->idle_since = at; tell_stats(fd); return; }
  requests++;
  struct linger hard = {1, 0};
  if (reset_all) { setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard); drop(fd); return; }
  s->events = setting(s->head, "events=", 1);
  s->gap = (uint64_t)setting(s->head, "gap=", 0) * 1000;
  s->batch = setting(s->head, "batch=", 1);
  s->closing = setting(s->head, "close=", 0);
  if (s->batch > MAX_BATCH) s->batch = MAX_BATCH;
  uint64_t first = (uint64_t)setting(s->head, "first=", 0) * 1000;
  // Fibonacci hashing spreads the streams' phases evenly over the gap.
  uint64_t phase = s->gap ? ((uint64_t)fd * 2654435769u % 4294967296u) * s->gap / 4294967296u : 0;
  if (setting(s->head, "step=", 0) && s->gap) phase = s->gap - (at + first) % s->gap;
  s->due = at + first + phase;
  s->received = at;
  s->sent = 0;
  s->outlen = s->outpos = 0;
  s->state = STREAMING;
  if (++active > max_active) max_active = active;
}

static void read_from(int fd) {
  static char buffer[65536];
  struct stream *s = streams[fd];
  ssize_t n = recv(fd, buffer, sizeof buffer, 0);
  uint64_t at = now();
  if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
  if (n <= 0) { drop(fd); return; }
  if (s->bodyleft > 0) {
    s->bodyleft -= (size_t)n < s->bodyleft ? (size_t)n : s->bodyleft;
    if (s->bodyleft == 0) start(fd, at);
    return;
  }
  if (s->headlen + (size_t)n >= HEAD) n = (ssize_t)(HEAD - 1 - s->headlen);
  memcpy(s->head + s->headlen, buffer, (size_t)n);
  s->headlen += (size_t)n;
  s->head[s->headlen] = 0;
  char *end = strstr(s->head, "\r\n\r\n");
  if (!end) return;
  char *length = strcasestr(s->head, "content-length:");
  size_t body = length && length < end ? (size_t)atol(length + 15) : 0;
  size_t have = s->headlen - (size_t)(end + 4 - s->head);
  s->bodyleft = body > have ? body - have : 0;
  if (s->bodyleft == 0) start(fd, at);
}

static void accept_all(int listener) {
  for (int fd; (fd = accept4(listener, 0, 0, SOCK_NONBLOCK)) >= 0;) {
    int yes = 1;
    if (fd >= MAX_FDS) { close(fd); continue; }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (!streams[fd]) { streams[fd] = calloc(1, sizeof(struct stream)); streams[fd]->out = malloc((MAX_BATCH + 2) * 512); }
    struct stream *s = streams[fd];
    s->state = IDLE; s->headlen = s->bodyleft = 0; s->idle_since = 0;
    accepted++;
    if (fd >= top) top = fd + 1;
    watch(fd, EPOLL_CTL_ADD, EPOLLIN);
  }
}

// Sends all that is due; tells when the next is.
static uint64_t send_due(void) {
  uint64_t at = now(), next = UINT64_MAX;
  for (int fd = 0; fd < top; fd++) {
    struct stream *s = streams[fd];
    if (!s || s->state == FREE) continue;
    if (s->state == STREAMING && s->outlen == 0 && s->due <= at) send_batch(fd);
    uint64_t due = UINT64_MAX;
    if (s->state == STREAMING && s->outlen == 0) due = s->due;
    if (s->state == IDLE && idle_ms > 0 && s->idle_since > 0) due = s->idle_since + (uint64_t)idle_ms * 1000000u;
    if (s->state == IDLE && due <= at) { idle_closed++; drop(fd); continue; }
    if (due < next) next = due;
  }
  return next;
}

int main(int argc, char **argv) {
  idle_ms = argc > 1 ? atol(argv[1]) : 0;
  reset_all = argc > 2 && atoi(argv[2]);
  chunk_len = (size_t)sprintf(chunk, "%zx\r\n%s\r\n", sizeof event_text - 1, event_text);
  stamp_at = (size_t)(strstr(chunk, "\"t\":") - chunk) + 5;
  received_at = (size_t)(strstr(chunk, "\"r\":") - chunk) + 5;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 4096)) { perror("listen"); return 1; }
  getsockname(listener, (struct sockaddr *)&address, &size);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  epoll_fd = epoll_create1(0);
  watch(listener, EPOLL_CTL_ADD, EPOLLIN);
  watch(STDIN_FILENO, EPOLL_CTL_ADD, EPOLLIN);
  struct epoll_event got[256];
  for (;;) {
    uint64_t next = send_due(), at = now();
    uint64_t wait = next == UINT64_MAX ? 1000000000u : next > at ? next - at : 0;
    struct timespec patience = {(time_t)(wait / 1000000000u), (long)(wait % 1000000000u)};
    int n = epoll_pwait2(epoll_fd, got, 256, &patience, 0);
    for (int i = 0; i < n; i++) {
      int fd = got[i].data.fd;
      char end;
      if (fd == STDIN_FILENO) { if (read(fd, &end, 1) <= 0) return 0; continue; }
      if (fd == listener) { accept_all(listener); continue; }
      if (got[i].events & EPOLLOUT) { watch(fd, EPOLL_CTL_MOD, EPOLLIN); flush(fd); }
      if (streams[fd]->state != FREE && got[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) read_from(fd);
    }
  }
}
