// The native reader: one epoll loop that stamps each read, counts its events and notes how late each one is.
// client PORT STREAMS PATH [SKIP ms: leave out what arrives so early] → one line of JSON on standard output.
#include "stamps.h"

enum { MAX_STREAMS = 4096, KEPT = 1024 };

struct stream {
  size_t keptlen; // the start of an event, or of the end, that the last read cut
  char kept[KEPT];
};

static struct stream streams[MAX_STREAMS];
static uint32_t *lags; // µs
static size_t lag_count, lag_room, events;
static uint64_t counted_from;

static void note(const char *digits, uint64_t at) {
  uint64_t sent = 0;
  for (int i = 0; i < STAMP; i++) sent = sent * 10 + (uint64_t)(digits[i] - '0');
  events++;
  if (at < counted_from) return;
  if (lag_count == lag_room) lags = realloc(lags, (lag_room = lag_room ? 2 * lag_room : 1 << 20) * sizeof *lags);
  lags[lag_count++] = at > sent ? (uint32_t)((at - sent) / 1000) : 0;
}

// Reads once; true if the response has ended.
static int read_from(int fd, struct stream *s) {
  static char buffer[KEPT + 65536];
  ssize_t got = recv(fd, buffer + KEPT, 65536, 0);
  uint64_t at = now();
  if (got <= 0) return 1;
  char *from = buffer + KEPT - s->keptlen, *end = buffer + KEPT + got;
  memcpy(from, s->kept, s->keptlen);
  for (char *found; (found = memmem(from, (size_t)(end - from), "\"t\":\"", 5)) && found + 5 + STAMP <= end; from = found + 5 + STAMP)
    note(found + 5, at);
  if (memmem(from, (size_t)(end - from), "data: [DONE]\n\n\r\n0\r\n\r\n", 21)) return 1;
  size_t rest = (size_t)(end - from) < KEPT ? (size_t)(end - from) : KEPT;
  memcpy(s->kept, end - rest, rest);
  s->keptlen = rest;
  return 0;
}

static int connect_to(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int fd = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
  if (connect(fd, (struct sockaddr *)&address, sizeof address)) { perror("connect"); exit(1); }
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  return fd;
}

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static double lag_at(double share) {
  size_t at = (size_t)(share * (double)lag_count);
  return lag_count ? lags[at < lag_count ? at : lag_count - 1] / 1000.0 : 0;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  int port = atoi(argv[1]), count = atoi(argv[2]), epoll_fd = epoll_create1(0);
  char request[1024];
  int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", argv[3]);
  int fds[MAX_STREAMS];
  for (int i = 0; i < count; i++) {
    fds[i] = connect_to(port);
    struct epoll_event ev = {.events = EPOLLIN, .data.u64 = ((uint64_t)i << 32) | (uint32_t)fds[i]};
    epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fds[i], &ev);
  }
  usleep(20000);
  long cpu_before = cpu_time();
  uint64_t started = now(), ended = started;
  counted_from = started + (uint64_t)(argc > 4 ? atol(argv[4]) : 0) * 1000000u;
  for (int i = 0; i < count; i++)
    if (send(fds[i], request, (size_t)length, MSG_NOSIGNAL) != length) return 1;
  struct epoll_event got[256];
  for (int open = count; open > 0;) {
    int n = epoll_wait(epoll_fd, got, 256, 30000);
    if (n <= 0) { fprintf(stderr, "nothing arrives\n"); return 1; }
    for (int i = 0; i < n; i++) {
      int fd = (int)(got[i].data.u64 & 0xffffffffu);
      if (!read_from(fd, &streams[got[i].data.u64 >> 32])) continue;
      ended = now();
      close(fd);
      open--;
    }
  }
  long cpu = cpu_time() - cpu_before;
  qsort(lags, lag_count, sizeof *lags, ascending);
  printf("{\"events\":%zu,\"seconds\":%.6f,\"cpuMicros\":%ld,\"lag\":{\"n\":%zu,\"p50\":%.3f,\"p99\":%.3f,\"max\":%.3f}}\n",
         events, (double)(ended - started) / 1e9, cpu, lag_count, lag_at(0.5), lag_at(0.99), lag_at(1));
  return 0;
}
